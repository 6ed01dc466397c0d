const shape = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether an id can be one of ours; any other counts as not found. */
export function isUuid(id: string): boolean {
  return shape.test(id);
}
