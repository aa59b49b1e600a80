/** What the build makes of the books (`web/book.ts`). */
declare module "virtual:book/*" {
  const outline: import("./books").Outline;
  export default outline;
}
