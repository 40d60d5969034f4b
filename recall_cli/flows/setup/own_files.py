"""recall's files on this machine: the store, the files beside it, and the settings."""

import os

from recall_cli.child_process import PROGRAM_FOLDER_NAME

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.app import App


def own_files(app: "App") -> "list[str]":
    """Every file of the usual store, its settings and its logs, as far as they are there; backups are left out."""
    import glob

    from recall_cli.flows.edit.unfinished_edits import edits_folder
    from recall_cli.flows.maintain.cleanup import LOG_NAME
    from recall_cli.flows.over_https.token_file import token_path
    from recall_cli.flows.write.sandbox_texts import sandbox_files

    store, beside = app.settings.database, app.settings.files_beside
    files = [] if app.settings.is_on_server else [store, *(store + end for end in ("-wal", "-shm", "-journal"))]
    files += glob.glob(glob.escape(beside) + ".*")
    files += glob.glob(os.path.join(glob.escape(app.settings.hooks_folder), "*"))
    files += glob.glob(os.path.join(glob.escape(_program_folder(app)), "*.lock"))
    files += glob.glob(os.path.join(glob.escape(edits_folder(app)), "*", "*"))
    files += [os.path.join(os.path.dirname(beside), LOG_NAME), app.settings.path, token_path(app), *sandbox_files(app)]
    return [path for path in dict.fromkeys(files) if os.path.isfile(path) or os.path.islink(path)]


def remove_own_files(app: "App", files: "list[str]") -> "list[str]":
    """Remove these files, and the folders of recall's that are empty then; the files that could not be removed."""
    from recall_cli.flows.edit.unfinished_edits import remove_empty_folders

    app.close()
    left = []
    for path in files:
        try:
            os.remove(path)
        except OSError:
            left.append(path)
    remove_empty_folders(app)
    folders = [
        app.settings.hooks_folder,
        _program_folder(app),
        os.path.dirname(app.settings.files_beside),
        os.path.dirname(app.settings.path),
        app.text_files[3],
    ]
    for folder in folders:
        try:
            name = os.path.basename(folder)
            if name in ("hooks", "recall", "servers", PROGRAM_FOLDER_NAME) or folder == app.text_files[3]:
                os.rmdir(folder)
        except OSError:
            pass  # something else is in it
    return left


def _program_folder(app: "App") -> str:
    """Where programs that read texts for recall have their working folders."""
    return os.path.join(os.path.dirname(app.settings.files_beside), PROGRAM_FOLDER_NAME)
