import { stringify } from 'yaml';

/**
 * Prints objects as YAML with actions of Helm's templates in the places that were marked: a mark stands in the object until
 * the object is text, and then its action takes its place.
 */
export class Marks {
  /** @type {((indent: string, key: string) => string)[]} */
  #actions = [];

  /** @param {string} pipeline whose result is the value @returns {string} */
  inline(pipeline) {
    return this.#mark((indent, key) => `${indent}${key && `${key}: `}{{ ${pipeline} }}`);
  }

  /** @param {string} pipeline whose result is a map or a list @returns {string} */
  block(pipeline) {
    return this.#mark(
      (indent, key) => `${indent}${key}:\n${indent}  {{- toYaml ${pipeline} | nindent ${indent.length + 2} }}`,
    );
  }

  /**
   * A line that is there only if there is a value for it; it stands in the object as a key.
   * @param {string} pipeline
   * @param {string} line in which `.` is the value
   */
  optional(pipeline, line) {
    return this.#mark((indent) => `${indent}{{- with ${pipeline} }}\n${indent}${line}\n${indent}{{- end }}`);
  }

  /** As {@link optional}, for a map or a list. @param {string} pipeline @param {string} key */
  optionalBlock(pipeline, key) {
    return this.#mark((indent) => {
      const value = `{{- toYaml . | nindent ${indent.length + 2} }}`;
      return `${indent}{{- with ${pipeline} }}\n${indent}${key}:\n${indent}  ${value}\n${indent}{{- end }}`;
    });
  }

  /** @param {unknown} object @returns {string} */
  print(object) {
    // As YAML 1.1 reads it, which is what Helm does: there `off` without quotes is no text.
    const text = stringify(object, { version: '1.1', lineWidth: 0, aliasDuplicateObjects: false });
    if (text.includes('{{')) throw new Error('A manifest holds "{{", which Helm would take for its own.');
    return text
      .replace(/^( *(?:- )?)([\w./-]+): MARK(\d+)MARK$/gm, (_whole, indent, key, number) =>
        this.#at(number, indent, key),
      )
      .replace(/^( *)MARK(\d+)MARK: null$/gm, (_whole, indent, number) => this.#at(number, indent))
      .replace(/^( *- )MARK(\d+)MARK$/gm, (_whole, indent, number) => this.#at(number, indent));
  }

  /** @param {(indent: string, key: string) => string} action */
  #mark(action) {
    this.#actions.push(action);
    return `MARK${this.#actions.length - 1}MARK`;
  }

  /** @param {string} number @param {string} indent @param {string} [key] */
  #at(number, indent, key = '') {
    const action = this.#actions[Number(number)];
    if (!action) throw new Error(`There is no mark ${number}.`);
    return action(indent, key);
  }
}
