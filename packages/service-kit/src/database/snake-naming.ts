import { DefaultNamingStrategy } from 'typeorm';

/** `endsAt` of an entity is the column `ends_at`. */
export class SnakeNaming extends DefaultNamingStrategy {
  override columnName(property: string, customName: string | undefined): string {
    return customName ?? property.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  }
}
