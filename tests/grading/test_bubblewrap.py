"""The walls of a sandbox, seen from inside: what is there, what can be written, who one is."""

import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from course.errors import Trouble
from course.grading.run.student_process import asleep
from course.grading.sandbox import bubblewrap, self_test, syscall_filter
from course.grading.sandbox.inside import monitor
from course.grading.sandbox.inside.isolation import Isolation
from course.grading.sandbox.job import Limits
from course.grading.sandbox.sandboxes import Sandboxes
from course.paths import ROOT
from tools import machine

pytestmark = pytest.mark.needs("bubblewrap")

PROBE = """
import json, os, socket, sys

def writable():
    for folder, below, _ in os.walk("/"):
        below[:] = [name for name in below if not (folder == "/" and name in ("proc", "packages"))]
        try:
            open(os.path.join(folder, "probe"), "w").close()
            os.unlink(os.path.join(folder, "probe"))
            yield folder
        except OSError:
            pass

def sites():
    for folder, below, _ in os.walk("/"):
        below[:] = [name for name in below if not (folder == "/" and name in ("proc", "packages"))]
        if os.path.basename(folder).endswith("-packages"):
            yield folder, os.listdir(folder)

def size(path):
    found = os.statvfs(path)
    return found.f_blocks * found.f_frsize

def refused(act):
    try:
        return act() and None
    except OSError as error:
        return error.strerror

print(json.dumps({
    "root": sorted(os.listdir("/")), "etc": sorted(os.listdir("/etc")), "devices": sorted(os.listdir("/dev")),
    "user": os.getuid(), "groups": os.getgroups(), "name": socket.gethostname(), "environment": dict(os.environ),
    "processes": sorted(int(name) for name in os.listdir("/proc") if name.isdigit()),
    "networks": [name for _, name in socket.if_nameindex()],
    "capabilities": [line.split()[1] for line in open("/proc/self/status") if line.startswith("Cap")],
    "writable": sorted(writable()), "scratch": size("/tmp"), "path": sys.path,
    "sites": dict(sites()),
    "listed": sorted(os.listdir("/code")), "hosts": refused(lambda: open("/proc/sys/kernel/hostname", "w").write("x")),
}))
"""


@pytest.fixture(scope="module")
def place():
    """Return a folder that every user can read, unlike pytest's own."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        Path(folder, "probe.py").write_text(PROBE)
        yield Path(folder)


def look(view, *before):
    command = [*before, *bubblewrap.command(view, "probe")]
    run = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert run.returncode == 0, run.stderr
    return json.loads(run.stdout)


@pytest.fixture(scope="module")
def inside(place):
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("COURSE_KEY", "SECRET-of-the-tests")
        return look(bubblewrap.View({"/code": place}, ["/code"], {"SAID": "by the view"}))


def test_the_doctor_finds_isolation_where_it_works():
    assert machine.trouble(machine.TOOLS["bubblewrap"]) is None
    isolation, why = self_test.best()
    assert isolation in (Isolation.WARM, Isolation.COLD)
    assert bool(why) == (isolation == Isolation.COLD)


def test_without_bubblewrap_there_is_trouble_and_no_weaker_sandbox(place, monkeypatch):
    monkeypatch.setattr(shutil, "which", lambda program: None)
    with pytest.raises(Trouble, match="bubblewrap is missing"):
        bubblewrap.command(bubblewrap.View({"/code": place}, ["/code"]), "probe")


def test_nothing_is_there_but_the_system_python_and_what_is_shown(inside):
    expected = {"bin", "code", "dev", "etc", "lib", "lib64", "proc", "tmp", "usr"}
    assert set(inside["root"]) - {bubblewrap.python().parts[1]} <= expected
    assert set(inside["etc"]) <= {"ld.so.cache", "fonts", "localtime", "alternatives"}
    assert inside["devices"] == sorted(bubblewrap.DEVICES)
    assert inside["listed"] == ["probe.py"]


def test_no_package_of_any_python_of_the_machine_is_there(inside):
    version = f"python{sys.version_info.major}.{sys.version_info.minor}"
    assert str(bubblewrap.python() / "lib" / version / "site-packages") in inside["sites"]
    assert {folder: names for folder, names in inside["sites"].items() if names} == {}


def test_every_folder_of_packages_is_found_that_others_can_enter(tmp_path):
    shown = ["lib/python3.11/site-packages", "lib/sdk/lib64/python3/site-packages", "local/lib/python3.9/dist-packages"]
    for place in (*shown, "lib/closed/python3/site-packages"):
        Path(tmp_path, place).mkdir(parents=True)
    Path(tmp_path, "lib/closed").chmod(0o000)
    tmp_path.chmod(0o755)
    assert bubblewrap.package_folders(tmp_path) == [str(tmp_path / place) for place in shown]
    Path(tmp_path, "lib/closed").chmod(0o700)


def test_who_watches_a_students_process_sees_how_long_it_had_to_wait_for_a_core():
    with Sandboxes([], ["numpy"], Limits(), ready=1, isolation=self_test.best()[0]) as both:
        pipe, leash = (socket.socket(fileno=file) for file in both.student())
        with pipe, leash:
            pipe.recv(1)  # it is up
            leash.send(b"c")
            used, delayed = monitor.ANSWER.unpack(leash.recv(monitor.ANSWER.size))
    assert used > 0
    assert delayed > 0 or not Path("/proc/self/schedstat").exists()


def test_who_stirs_is_asleep_and_who_is_kept_from_running_by_others_is_not():
    assert asleep(30.0, ran=0.0, delayed=0.0)
    assert asleep(30.0, ran=0.4, delayed=8.0)  # 0.12 s of CPU every 10 s, on a busy machine
    assert not asleep(30.0, ran=2.0, delayed=0.0)
    assert not asleep(30.0, ran=0.3, delayed=29.0)  # a hundred others run on its core


def test_a_process_that_others_keep_from_running_is_seen_to_wait():
    if not Path("/proc/self/schedstat").exists():
        pytest.skip("not run: this kernel does not say how long a process waits for a core")
    core = min(os.sched_getaffinity(0))
    code = f"import os\nos.sched_setaffinity(0, [{core}])\nprint(flush=True)\nwhile True: pass"
    busy = [subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE) for _ in range(3)]
    try:
        assert all(process.stdout.readline() == b"\n" for process in busy)
        while monitor.delayed(busy[0].pid) < 0.5:
            assert busy[0].poll() is None
    finally:
        for process in busy:
            process.kill()
            process.communicate()
    assert monitor.delayed(busy[0].pid) == 0  # it has gone


def test_only_scratch_can_be_written_and_it_is_small(inside):
    assert inside["writable"] == ["/tmp"]
    assert inside["scratch"] <= bubblewrap.SCRATCH_MB << 20


def test_the_environment_is_what_the_walls_say_and_has_no_secret(inside):
    said = set(inside["environment"]) - {"PWD", "LC_CTYPE"}
    assert said == {*bubblewrap.ENVIRONMENT, "PYTHONPATH", "SAID"}
    assert "SECRET" not in json.dumps(inside)


def test_inside_one_is_nobody_special_and_alone(inside):
    assert inside["user"] == 1000
    assert set(inside["capabilities"]) == {"0" * 16}
    assert len(inside["processes"]) <= 2
    assert inside["networks"] == ["lo"]
    assert inside["name"] == "sandbox"
    assert inside["hosts"]


@pytest.mark.skipif(os.geteuid() != 0, reason="only root becomes somebody else")
def test_started_by_root_it_is_nobody_on_this_machine(place):
    (place / "waits.py").write_text("import time\nprint('here', flush=True)\ntime.sleep(60)\n")
    command = bubblewrap.command(bubblewrap.View({"/code": place}, ["/code"]), "waits")
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout.readline() == "here\n"
            users = Path(f"/proc/{process.pid}/status").read_text().split("Uid:")[1].split()[:4]
        finally:
            process.kill()
            (place / "waits.py").unlink()
    assert set(users) == {bubblewrap.NOBODY}


def test_an_ordinary_user_gets_the_same_walls(place, inside):
    become = ["setpriv", "--reuid", bubblewrap.NOBODY, "--regid", bubblewrap.NOBODY, "--clear-groups"]
    able = os.geteuid() == 0 and not subprocess.run([*become, sys.executable, "-c", ""], capture_output=True).returncode
    if not able:
        pytest.skip("not run: needs root, and a Python that every user can read")
    code = f"""
import sys; sys.path.insert(0, {str(ROOT)!r})
import json, subprocess
from pathlib import Path
from course.grading.sandbox import bubblewrap
view = bubblewrap.View({{"/code": Path({str(place)!r})}}, ["/code"], {{"SAID": "by the view"}})
print(subprocess.run(bubblewrap.command(view, "probe"), capture_output=True, text=True, check=True).stdout)
"""
    run = subprocess.run([*become, sys.executable, "-c", code], capture_output=True, text=True, timeout=120)
    assert run.returncode == 0, run.stderr
    found, same = json.loads(run.stdout), ("etc", "devices", "user", "networks", "capabilities", "writable", "scratch")
    assert {name: found[name] for name in same} == {name: inside[name] for name in same}


def test_the_filter_names_every_call_that_this_machine_knows():
    import pyseccomp as seccomp

    arch = seccomp.system_arch()
    refused = {"ptrace", "mount", "unshare", "setns", "bpf", "keyctl", "io_uring_setup", "execve", "memfd_create"}
    assert refused <= set(syscall_filter.REFUSED)
    unknown = [name for name in syscall_filter.REFUSED if seccomp.resolve_syscall(arch, name) == -1]
    assert len(unknown) < len(syscall_filter.REFUSED) / 10, f"misspelt? {unknown}"


def test_the_filter_is_a_program_that_the_kernel_takes():
    program = syscall_filter.program()
    assert program
    assert len(program) % 8 == 0
    assert len(program) // 8 <= 4096
