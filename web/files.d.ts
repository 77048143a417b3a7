/** Files that are linked to: the address of the built file, relative to the script. */
declare module "*.svg" {
  const address: string;
  export default address;
}
