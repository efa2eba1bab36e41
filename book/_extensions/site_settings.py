"""The settings of course.toml, for templates and other extensions.

They become the configuration values `public_url`, `site_url` and `term`, and templates know them under the same names.
The value `practice` has the sets with a day for practice: that day, and whether it has come.
"""

import os
from pathlib import Path

from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.errors import ConfigError

from course import settings
from course.errors import Trouble


def take_settings(app: Sphinx, config: Config) -> None:
    """Make the settings known to extensions and templates."""
    try:
        course = settings.read_settings(Path(app.srcdir) / settings.FILE)
        said = settings.in_edition(course, os.environ.get(settings.EDITION, ""))
    except Trouble as trouble:
        raise ConfigError(str(trouble)) from None
    known = {"public_url": said.public_url, "site_url": said.site_url, "term": said.term}
    for name, value in known.items():
        config[name] = value
    sets = [path.name for path in sorted((Path(app.srcdir) / "assignments").glob("ps*"))]
    config["practice"] = {name: (day.isoformat(), said.is_open(name)) for name in sets if (day := said.opens(name))}
    config["html_context"] = {**config["html_context"], **known}


def setup(app: Sphinx) -> dict[str, bool]:
    """Come first: others read the settings when the configuration is ready."""
    app.add_config_value("public_url", "", "env", types=[str])
    app.add_config_value("site_url", "", "html", types=[str])
    app.add_config_value("term", "", "html", types=[str])
    app.add_config_value("practice", {}, "env", types=[dict])
    app.connect("config-inited", take_settings, priority=1)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
