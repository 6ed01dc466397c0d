import { Controller } from '@nestjs/common';
import { getPreferences, setPreferences, type Preferences, type ValidBodyOf } from '@polylogue/api-contract';
import { InjectClient, type ClientOf } from '../clients/clients.js';
import { ValidBody } from '../http/input.js';
import { Serves } from '../http/serves.js';
import { fromPreferences, toPreferences } from './preferences.mapper.js';

@Controller()
export class PreferencesController {
  constructor(@InjectClient('preferences') private readonly preferences: ClientOf<'preferences'>) {}

  @Serves(getPreferences)
  async get(): Promise<Preferences> {
    return toPreferences(await this.preferences.getPreferences({}));
  }

  @Serves(setPreferences)
  async set(@ValidBody() body: ValidBodyOf<typeof setPreferences>): Promise<Preferences> {
    return toPreferences(await this.preferences.setPreferences({ preferences: fromPreferences(body) }));
  }
}
