import { secret } from "./api.js";

const PING_MS = 25_000;
const FIRST_RETRY_MS = 400;
const LONGEST_RETRY_MS = 4_000;

/**
 * Keeps one WebSocket to the server open.
 * `onEvent(type, detail)` gets every frame, `onLink(isOpen)` every change of the connection.
 */
export function keepConnected(onEvent, onLink) {
  let failures = 0;
  let retry = null;
  let socket = null;

  const open = () => {
    clearTimeout(retry);
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    socket = new WebSocket(`${scheme}://${location.host}/page/ws?token=${encodeURIComponent(secret)}`);
    socket.onopen = () => {
      failures = 0;
      onLink(true);
    };
    socket.onmessage = ({ data }) => {
      const frame = JSON.parse(data);
      onEvent(frame.t, frame.d);
    };
    socket.onclose = () => {
      onLink(false);
      const wait = Math.min(FIRST_RETRY_MS * 2 ** failures++, LONGEST_RETRY_MS);
      retry = setTimeout(open, wait * (0.75 + Math.random() / 2));
    };
  };

  const openNow = () => {
    if (socket.readyState === WebSocket.CLOSED) open();
  };

  open();
  setInterval(() => {
    if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ t: "ping" }));
  }, PING_MS);
  addEventListener("online", openNow);
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") openNow();
  });
}
