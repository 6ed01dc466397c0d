/** Starts what a test needs and closes it afterwards, last started first. */
export function closing() {
  const started: { close(): Promise<unknown> }[] = [];
  return {
    add: <T extends { close(): Promise<unknown> }>(each: T): T => {
      started.push(each);
      return each;
    },
    closeAll: async () => {
      for (const each of started.splice(0).reverse()) await each.close();
    },
  };
}
