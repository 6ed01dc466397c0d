/** Starts what a test needs and closes it afterwards, last started first. */
export function closing() {
  const started: { close(): Promise<void> }[] = [];
  return {
    add: <T extends { close(): Promise<void> }>(each: T): T => {
      started.push(each);
      return each;
    },
    closeAll: async () => {
      for (const each of started.splice(0).reverse()) await each.close();
    },
  };
}
