// All French messages, in one chunk.
import { join } from "./join";

export default join(
  import.meta.glob("../../messages/fr/*.json", { eager: true, import: "default" }),
);
