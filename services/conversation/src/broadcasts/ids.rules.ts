const shape = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether a given id can be one of ours; any other is as good as missing. */
export function isUuid(id: string): boolean {
  return shape.test(id);
}
