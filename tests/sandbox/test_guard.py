"""Only this machine's own programs and pages, under the server's own name."""

import logging
import socket
from pathlib import Path

import aiohttp
import pytest
from aiohttp import web

from bot.sandbox import Sandbox
from tests.sandbox.conftest import Join

PATHS = (
    "GET /",
    "GET /join/x",
    "GET /play/x",
    "POST /page/join",
    "GET /page/ws",
    "GET /page/static/index.html",
    "GET /page/api/state",
    "POST /page/api/interactions",
    "GET /gateway",
    "GET /gateway/",
    "GET /cdn/attachments/1/1/a.png",
    "GET /api/v10/gateway",
    "POST /api/v10/interactions/1/x/callback",
    "PATCH /api/v10/webhooks/1/x/messages/@original",
    "GET /api/v10/nowhere",
    "GET /nowhere",
)
"""One of each kind of route."""


@pytest.mark.parametrize("asked", PATHS)
@pytest.mark.parametrize(
    "headers",
    [
        {"Host": "evil.example"},
        {"Host": "evil.example:{port}"},
        {"Host": "127.0.0.1"},
        {"Host": "127.0.0.1:1"},
        {"Host": ""},
        {"Origin": "http://evil.example"},
        {"Origin": "http://127.0.0.1:1"},
        {"Origin": "https://127.0.0.1:{port}"},
        {"Origin": "null"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
    ],
)
async def test_strangers_are_refused(sandbox: Sandbox, asked: str, headers: dict[str, str]) -> None:
    port, (method, path) = sandbox.address.rsplit(":", 1)[1], asked.split()
    sent = {name: value.format(port=port) for name, value in headers.items()}
    async with (
        aiohttp.ClientSession(sandbox.address) as http,
        http.request(method, path, headers=sent) as response,
    ):
        assert response.status == 403
        assert "this server" in (await response.json())["error"].lower()


@pytest.mark.parametrize("asked", PATHS)
async def test_only_this_machine_is_answered(sandbox: Sandbox, tmp_path: Path, asked: str) -> None:
    """Should it ever be reached otherwise than over loopback: here through a socket in the file system."""
    method, path = asked.split()
    await web.UnixSite(sandbox._runner, str(tmp_path / "s")).start()
    async with (
        aiohttp.ClientSession(connector=aiohttp.UnixConnector(str(tmp_path / "s"))) as http,
        http.request(method, sandbox.address + path) as response,
    ):
        assert (response.status, await response.json()) == (
            403,
            {"error": "This server answers only its own machine."},
        )


def own_address() -> str | None:
    """Of this machine in a network, if it is in one. Nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as anywhere:
        try:
            anywhere.connect(("192.0.2.1", 9))
        except OSError:
            return None
        return str(anywhere.getsockname()[0])


async def test_who_comes_over_a_network_is_refused(sandbox: Sandbox) -> None:
    address = own_address()
    if address is None or address.startswith("127."):
        pytest.skip("this machine is in no network")
    site = web.TCPSite(sandbox._runner, address, 0)
    await site.start()
    port = site._server.sockets[0].getsockname()[1]  # type: ignore[union-attr]
    async with (
        aiohttp.ClientSession() as http,
        http.get(f"http://{address}:{port}/", headers={"Host": sandbox.address[7:]}) as response,
    ):
        assert response.status == 403
        assert "only its own machine" in (await response.json())["error"]


async def test_own_names_are_served(sandbox: Sandbox) -> None:
    port = sandbox.address.rsplit(":", 1)[1]
    async with aiohttp.ClientSession(sandbox.address) as http:
        for name in (f"127.0.0.1:{port}", f"localhost:{port}", f"[::1]:{port}"):
            headers = {"Host": name, "Origin": f"http://{name}", "Sec-Fetch-Site": "same-origin"}
            async with http.get("/", headers=headers) as response:
                assert response.status == 200


async def test_security_headers_are_everywhere(sandbox: Sandbox) -> None:
    invite = f"/join/{sandbox.world.home.invite}"
    async with aiohttp.ClientSession(sandbox.address) as http:
        for path in ("/", invite, "/nowhere", "/page/api/state", "/api/v10/users/@me"):
            async with http.get(path) as response:
                policy = response.headers["Content-Security-Policy"]
                assert "default-src 'none'" in policy
                assert "unsafe" not in policy
                assert response.headers["Referrer-Policy"] == "no-referrer"
                assert response.headers["X-Content-Type-Options"] == "nosniff"


async def test_page_socket_wants_its_own_page(sandbox: Sandbox, join: Join) -> None:
    ana = await join("Ana")
    async with aiohttp.ClientSession(sandbox.address) as http:
        with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
            await http.ws_connect("/page/ws", params={"token": ana.token})
        assert refused.value.status == 403


async def test_logs_hold_no_token(sandbox: Sandbox, join: Join, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO):
        ana = await join("Ana")
        await ana.say("lounge", "hello")
        async with aiohttp.ClientSession(sandbox.address) as http, http.get(f"/play/{ana.token}") as response:
            assert response.status == 200
    assert ana.token not in caplog.text
    assert sandbox.world.home.invite not in caplog.text
