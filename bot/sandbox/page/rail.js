import * as api from "./api.js";
import { avatar } from "./avatar.js";
import { openForm, shareLink } from "./dialog.js";
import { at, dress, h } from "./dom.js";
import { icon } from "./icons.js";
import { openSettings } from "./settings.js";
import {
  channelName,
  channelsInOrder,
  displayName,
  isDirect,
  isThread,
  on,
  person,
  takeChannel,
  world,
} from "./store.js";
import { unreadIn } from "./unread.js";

function channelLink(channel) {
  const { count, pings } = unreadIn(channel.id);
  const isOpen = channel.id === world.current;
  const name = channelName(channel);
  const classes = ["channel", isThread(channel) && "in-thread", isOpen && "open", count > 0 && "unread"];
  const news = pings ? `${pings} for you` : "unread";
  return h(
    "a",
    {
      class: classes.filter(Boolean).join(" "),
      href: `#${channel.id}`,
      "aria-current": isOpen ? "page" : null,
      "data-testid": "channel",
      "data-channel-name": name,
      "data-guild-name": world.guilds.get(channel.guild_id)?.name,
      "data-channel-id": channel.id,
    },
    isDirect(channel) ? avatar(otherOf(channel), 24) : icon(isThread(channel) ? "thread" : "hash"),
    h("span", { class: "channel-name" }, name),
    count > 0 &&
      h(
        "span",
        { class: pings ? "badge" : "dot" },
        h("span", { class: "sr-only" }, news),
        pings > 0 && h("span", { "aria-hidden": "true" }, pings),
      ),
  );
}

const otherOf = ({ recipients = [] }) => recipients.find((user) => user.id !== world.me.id) ?? world.bot;

function section(title, channels, action) {
  return h(
    "section",
    { "aria-label": title },
    h("div", { class: "section-head" }, h("h2", {}, title), action),
    h(
      "ul",
      {},
      channels.map((channel) => h("li", {}, channelLink(channel))),
    ),
  );
}

/** Where there is but one server, its name stands above everything already. */
function guildSection(guild, channels) {
  const isOnly = world.guilds.size === 1;
  const add = h("button", {
    class: "icon-button",
    type: "button",
    "data-testid": "new-channel",
    onclick: () => askForChannel(guild),
  });
  dress(add, "plus", isOnly ? "New channel" : `New channel in ${guild.name}`);
  return section(
    isOnly ? "Text channels" : guild.name,
    channels.filter((channel) => channel.guild_id === guild.id),
    add,
  );
}

function drawChannels() {
  const channels = channelsInOrder();
  const direct = channels.filter(isDirect);
  const focused = at("channels").contains(document.activeElement)
    ? document.activeElement.dataset.channelId
    : null;
  at("channels").replaceChildren(
    ...[...world.guilds.values()].map((guild) => guildSection(guild, channels)),
    ...(direct.length ? [section("Direct messages", direct)] : []),
  );
  if (focused) at("channels").querySelector(`[data-channel-id="${focused}"]`)?.focus();
}

function drawMe() {
  const link = h("button", {
    class: "icon-button",
    type: "button",
    "data-testid": "my-link",
    onclick: shareMyLink,
  });
  const settings = h("button", {
    class: "icon-button",
    type: "button",
    "data-testid": "settings",
    onclick: openSettings,
  });
  dress(link, "link", "My link: come back from another browser");
  dress(settings, "settings", "Settings");
  const name = displayName(world.me);
  const role = person(world.me).owner ? "Owner of this club" : `@${world.me.username}`;
  at("me").replaceChildren(
    avatar(world.me, 32),
    h("p", { class: "me-name" }, h("strong", {}, name), h("small", {}, role)),
    link,
    settings,
  );
  at("guild-name").textContent = world.guild.name;
}

const shareMyLink = () =>
  shareLink(
    "My link",
    "It is you: open it in another browser to go on there, and give it to nobody.",
    location.pathname,
  );

const shareInvite = () => shareLink("Invite link", `Anybody who opens it can join ${world.guild.name}.`, world.guild.invite);

function askForName(title, label, create) {
  const input = h("input", {
    class: "input",
    type: "text",
    maxlength: 100,
    placeholder: "new-table",
    "data-testid": "channel-name",
  });
  openForm({ title }, h("label", { class: "modal-field" }, label, input), "Create", async () => {
    const channel = await create(input.value.trim());
    takeChannel(channel);
    location.hash = channel.id;
  });
}

const askForChannel = (guild) =>
  askForName("New channel", "Name of the channel", (name) => api.createChannel(guild.id, name));

/** A thread belongs to the open channel, or beside the open thread. */
function askForThread() {
  const channel = world.channels.get(world.current);
  const parent = isThread(channel) ? channel.parent_id : channel.id;
  askForName("New thread", "Name of the thread", (name) => api.createThread(parent, name));
}

export function startRail() {
  dress(at("new-thread"), "bubble", "New thread");
  at("new-thread").addEventListener("click", askForThread);
  at("invite").addEventListener("click", shareInvite);
  at("invite").prepend(icon("invite"));
  for (const topic of ["channels", "unread", "room", "names"]) on(topic, drawChannels);
  for (const topic of ["members", "room"]) on(topic, drawMe);
}
