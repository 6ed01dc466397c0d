import type { Locator, Page } from 'playwright-core';

/** The dashboard as a user finds their way on it: by names and labels. */
export class DashboardScreen {
  constructor(readonly page: Page) {}

  readonly panel = (name: string): Locator => this.page.getByRole('region', { name, exact: true });
  readonly button = (name: string): Locator => this.page.getByRole('button', { name, exact: true });
  readonly box = (): Locator => this.page.getByRole('textbox', { name: 'Message' });
  readonly tiles = (): Locator => this.page.locator('[data-service]');

  /** The names of the services that are selected, in the order of their tiles. */
  async selected(): Promise<string[]> {
    const chosen = this.page.locator('[data-service][aria-checked="true"]');
    return chosen.evaluateAll((tiles) => tiles.map((tile) => (tile as HTMLElement).dataset['service'] ?? ''));
  }

  readonly tile = (name: string): Locator => this.page.locator(`[data-service="${name}"]`);

  /** Shows the whole composer, where it was folded. */
  async unfold(): Promise<void> {
    const folded = this.page.locator('section[aria-label="Compose Message"] > button[aria-expanded="false"]');
    if (await folded.isVisible()) await folded.click();
  }

  async mode(label: 'Broadcast to All' | 'Selective AIs' | 'Individual AI'): Promise<void> {
    await this.unfold();
    await this.page.locator('label', { hasText: label }).click();
  }

  async category(label: string): Promise<void> {
    await this.unfold();
    await this.page.getByRole('combobox', { name: 'Category' }).selectOption({ label });
  }

  async send(message: string): Promise<void> {
    await this.box().fill(message);
    await this.button('Send').click();
  }

  /** Waits for a toast with exactly this title and text, and that there is no second one. */
  async says(title: string, text?: string): Promise<void> {
    await this.page.locator('.pl-toast-title').getByText(title, { exact: true }).waitFor({ timeout: 60_000 });
    if (text !== undefined) await this.page.locator('.pl-toast-text').getByText(text, { exact: true }).waitFor();
    const shown = await this.page.locator('.pl-toast').count();
    if (shown !== 1) throw new Error(`${shown} toasts are shown at once.`);
  }

  async closeToast(): Promise<void> {
    const close = this.page.locator('.pl-toast').getByRole('button', { name: 'Close' });
    if (await close.isVisible()) await close.click();
    await this.page.locator('.pl-toast').waitFor({ state: 'detached' });
  }

  attach(name: string, content: string | Buffer): Promise<void> {
    const buffer = Buffer.from(content);
    return this.page.getByLabel('File to attach').setInputFiles({ name, mimeType: 'application/octet-stream', buffer });
  }

  /** Chooses an entry of the menu More of a panel. */
  async choose(service: string, entry: string): Promise<void> {
    await this.panel(service).hover();
    await this.button(`More for ${service}`).click();
    await this.page.getByRole('menuitem', { name: entry, exact: true }).click();
  }
}
