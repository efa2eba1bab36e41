"""The settings of book/site.toml, for templates and other extensions.

They become the configuration values `public_url` and `term`, and templates know them under the same names.
"""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.errors import ConfigError

PATTERNS = {
    "public_url": (r"|https://[^/\s]+/[^/\s]+/[^/\s]+", "empty, or an address like https://github.com/someone/margin"),
    "term": (r"\d{4}-(winter|spring|summer|autumn)", "a year and a season, like 2027-spring"),
}


def read_settings(path: Path) -> dict[str, str]:
    """What the file says, or a ValueError that names what is wrong in it."""
    settings = tomllib.loads(path.read_text(encoding="utf-8"))
    if strange := settings.keys() ^ PATTERNS.keys():
        raise ValueError(f"{path} has to set {' and '.join(PATTERNS)}, and nothing else: look at {', '.join(strange)}")
    for name, (pattern, meaning) in PATTERNS.items():
        if not re.fullmatch(pattern, str(settings[name])):
            raise ValueError(f"{path}: {name} has to be {meaning}; it is {settings[name]!r}")
    return settings


def take_settings(app: Sphinx, config: Config) -> None:
    """Make the settings known to extensions and templates."""
    try:
        settings = read_settings(Path(app.srcdir) / "book" / "site.toml")
    except ValueError as error:
        raise ConfigError(str(error)) from error
    for name, value in settings.items():
        config[name] = value
    config["html_context"] = {**config["html_context"], **settings}


def setup(app: Sphinx) -> dict[str, bool]:
    """Come first: others read the settings when the configuration is ready."""
    app.add_config_value("public_url", "", "env", types=[str])
    app.add_config_value("term", "", "html", types=[str])
    app.connect("config-inited", take_settings, priority=1)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
