import { describe, expect, it } from '@jest/globals';
import { requestOf } from './estimate-request.rules.js';

describe('what is estimated', () => {
  it('is what stands in the box, in bytes', () => {
    expect(requestOf('Grüße', ['gpt'])).toEqual({ selectedAIs: ['gpt'], messageBytes: 7 });
    const files = { fileBytes: 9, pictures: 2 };
    expect(requestOf('', ['gpt'], { files })).toEqual({ selectedAIs: ['gpt'], messageBytes: 0, ...files });
  });

  it('is what goes on a conversation, where one is continued', () => {
    const conversationId = '6c84fb90-12c4-11e1-840d-7b25c5ee775a';
    expect(requestOf('Hi', ['gpt'], { conversationId })).toEqual({
      selectedAIs: ['gpt'],
      messageBytes: 2,
      conversationId,
    });
  });

  it('is what goes along, where that takes the place of a thread', () => {
    const request = { selectedAIs: ['gpt'], messageBytes: 2, contextBytes: 90 };
    expect(requestOf('Hi', ['gpt'], { contextBytes: 90 })).toEqual(request);
    expect(requestOf(' ', ['gpt'], { contextBytes: 90 })).toBeUndefined();
  });

  it('is nothing where nothing can be sent', () => {
    expect(requestOf(' ', ['gpt'])).toBeUndefined();
    expect(requestOf('Hi', [])).toBeUndefined();
  });
});
