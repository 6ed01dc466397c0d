import { afterEach, describe, expect, it, jest } from '@jest/globals';
import type { Media } from '@polylogue/api-contract';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { MediaProgress } from './media-progress.js';
import { ReplyMedia } from './reply-media.js';

const medium = (type: string, name: string): Media => ({ id: name, type, name, url: `/api/media/${name}` });
afterEach(cleanup);

describe('what a reply shows that is no text', () => {
  it('names a picture by the text of the service, else by the question, and lets it be kept', () => {
    const { rerender } = render(
      <ReplyMedia media={[medium('image/png', 'hills.png')]} question={'Hills\n at dawn '} />,
    );
    expect(screen.getByRole('img', { name: 'Hills at dawn' }).getAttribute('src')).toBe('/api/media/hills.png');
    rerender(<ReplyMedia media={[medium('image/png', 'hills.png')]} question="Hills" text="Green hills" />);
    expect(screen.getByRole('img', { name: 'Green hills' })).toBeTruthy();
    const link = screen.getByRole('link', { name: 'Download hills.png' });
    expect([link.getAttribute('href'), link.getAttribute('download')]).toEqual([
      '/api/media/hills.png?download=true',
      'hills.png',
    ]);
  });

  it('enlarges a picture, and lets it go again', () => {
    render(<ReplyMedia media={[medium('image/png', 'hills.png')]} question="Hills" />);
    const dialog = document.querySelector('dialog')!;
    dialog.showModal = jest.fn();
    dialog.close = jest.fn();
    fireEvent.click(screen.getByRole('button', { name: 'Enlarge: Hills' }));
    expect(dialog.showModal).toHaveBeenCalled();
    fireEvent.click(dialog.querySelector('img')!);
    expect(dialog.close).not.toHaveBeenCalled();
    fireEvent.click(dialog);
    expect(dialog.close).toHaveBeenCalledTimes(1);
  });

  it('plays sounds and films on request, never by itself', () => {
    render(<ReplyMedia media={[medium('audio/wav', 'a.wav'), medium('video/mp4', 'b.mp4')]} question="Hills" />);
    for (const label of ['Sound: Hills', 'Film: Hills']) {
      const player = screen.getByLabelText(label);
      expect([player.hasAttribute('controls'), player.hasAttribute('autoplay')]).toEqual([true, false]);
    }
  });

  it('says what cannot be shown, and shows nothing it does not know', () => {
    render(
      <ReplyMedia media={[medium('image/png', 'gone.png'), medium('model/gltf', 'thing.glb')]} question="Hills" />,
    );
    fireEvent.error(screen.getByRole('img', { name: 'Hills' }));
    expect(screen.getByText('gone.png').parentElement!.textContent).toContain('cannot be shown');
    expect(screen.getByRole('link', { name: 'Download thing.glb' })).toBeTruthy();
  });

  it('shows how far a film has come', () => {
    render(<MediaProgress fraction={0.428} label="Making the film" />);
    expect(screen.getByRole('progressbar', { name: 'Making the film' }).getAttribute('aria-valuenow')).toBe('43');
  });
});
