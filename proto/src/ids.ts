const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether a text can be an id of ours (a uuid of any version, in either case); what can not be one counts as not found. */
export const isUuid = (text: string): boolean => uuid.test(text);
