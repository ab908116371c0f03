declare module "virtual:engine" {
  /** Where the engine's module is; empty where the client was built without it. */
  const address: string;
  export default address;
}
