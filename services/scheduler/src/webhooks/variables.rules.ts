const place = /\{\{ *([A-Za-z][A-Za-z0-9_]{0,39}) *\}\}/g;

export type Variables = Readonly<Record<string, string>>;

/** The names that a query asks for and is not given, each once. */
export function missingNames(content: string, variables: Variables): string[] {
  const names = [...content.matchAll(place)].map(([, name = '']) => name);
  return [...new Set(names)].filter((name) => !Object.hasOwn(variables, name));
}

/** The query with its variables in their places. What stands in a value is never taken for a place. */
export const filled = (content: string, variables: Variables): string =>
  content.replace(place, (whole, name: string) =>
    Object.hasOwn(variables, name) ? (variables[name] ?? whole) : whole,
  );
