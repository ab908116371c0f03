// All English messages, in one chunk.
import { join } from "./join";

export default join(
  import.meta.glob("../../messages/en/*.json", { eager: true, import: "default" }),
);
