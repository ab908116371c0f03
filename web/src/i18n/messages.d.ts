// Made by tools/messages.ts: the address of a language's texts.
declare module "virtual:messages/*" {
  const address: string;
  export default address;
}
