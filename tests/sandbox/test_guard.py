"""Only this machine's own programs and pages, under the server's own name."""

import logging

import aiohttp
import pytest

from bot.sandbox import Sandbox
from tests.sandbox.conftest import Join

PATHS = ["/", "/api/v10/gateway", "/page/api/state", "/page/static/index.html", "/gateway", "/page/ws"]


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize(
    "headers",
    [
        {"Host": "evil.example"},
        {"Host": "evil.example:{port}"},
        {"Host": "127.0.0.1"},
        {"Host": "127.0.0.1:1"},
        {"Origin": "http://evil.example"},
        {"Origin": "http://127.0.0.1:1"},
        {"Origin": "null"},
        {"Sec-Fetch-Site": "cross-site"},
    ],
)
async def test_strangers_are_refused(sandbox: Sandbox, path: str, headers: dict[str, str]) -> None:
    port = sandbox.address.rsplit(":", 1)[1]
    sent = {name: value.format(port=port) for name, value in headers.items()}
    async with aiohttp.ClientSession(sandbox.address) as http, http.get(path, headers=sent) as response:
        assert response.status == 403


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
