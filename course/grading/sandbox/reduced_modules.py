"""Reduce a barred module of the library to what data sets and pictures need of it.

A student can run any code that is in the sandbox without being noticed: in a thread, or by restoring the profile
function in time. So a barred module keeps only the functions and methods that open modules reach; the others refuse.
"""

import ast
from collections.abc import Collection, Iterator

REFUSAL = 'raise ImportError("{}.{} is barred in this problem set.")'


def reduced(library: str, module: str, text: str, users: Collection[str]) -> str:
    """Return the text of a module in which all functions refuse but those that the users' texts reach."""
    tree = ast.parse(text)
    stays = reached(tree, {name for user in users for name in _used(ast.parse(user), imports=True)})
    for node in _functions(tree):
        if node.name not in stays:
            node.body = ast.parse(REFUSAL.format(library, module)).body
    return ast.unparse(tree) + "\n"


def imports(text: str, module: str) -> bool:
    """Return whether a module's text imports another one, or something from it."""
    last = module.rpartition(".")[2]
    froms = (node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.ImportFrom))
    return any(last in ((node.module or "").rpartition(".")[2], *(name.name for name in node.names)) for node in froms)


def reached(tree: ast.Module, names: set[str]) -> set[str]:
    """Return the names of the module's functions and methods that code using these names may reach.

    A name means everything of that name: too much may be kept, but nothing that is needed is lost.
    """
    while True:
        stays = {node.name for node in _functions(tree) if node.name in names or node.name.startswith("__")}
        grown = names.union(*(_used(node) for node in _functions(tree) if node.name in stays))
        if grown == names:
            return stays
        names = grown


def _functions(tree: ast.Module) -> Iterator[ast.FunctionDef]:
    """Yield the functions of a module and the methods of its classes."""
    for node in tree.body:
        for part in node.body if isinstance(node, ast.ClassDef) else [node]:
            if isinstance(part, ast.FunctionDef):
                yield part


def _used(tree: ast.AST, imports: bool = False) -> set[str]:
    """Return the attributes that code uses, and either the names that it loads or those that it imports."""
    loaded = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and not imports}
    taken = {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    of_imports = (node.names for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and imports)
    return loaded | taken | {alias.name for names in of_imports for alias in names}
