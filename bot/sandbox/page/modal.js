import { openForm } from "./dialog.js";
import { submitModal } from "./interactions.js";
import { modalParts } from "./modal-fields.js";
import { world } from "./store.js";
import { Refused } from "./api.js";

/** A `modal` frame of the server: asks the player, and sends his answers in the modal's own layout. */
export function openModal({ interaction_id: interactionId, custom_id: customId, title, components }) {
  const channelId = world.current;
  const parts = modalParts(components);
  openForm(
    { title, className: "modal", testId: "modal" },
    parts.map((part) => part.element),
    "Submit",
    () => {
      const faults = parts.map((part) => part.check()).filter(Boolean);
      if (faults.length) throw new Refused(faults[0]);
      return submitModal(channelId, interactionId, {
        custom_id: customId,
        components: parts.map((part) => part.answer()),
      });
    },
  );
}
