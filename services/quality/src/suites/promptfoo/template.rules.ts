export type Vars = Readonly<Record<string, string>>;

const variable = /\{\{-?\s*([A-Za-z_]\w*)\s*-?\}\}/g;

/** A template with its variables put in; undefined where it uses more of the language than plain variables. */
export function filled(template: string, vars: Vars): string | undefined {
  if (/\{[%#{]/.test(template.replace(variable, ''))) return undefined;
  return template.replace(variable, (_whole, name: string) => (Object.hasOwn(vars, name) ? vars[name]! : ''));
}
