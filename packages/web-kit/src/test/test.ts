export { approved } from './approved.js';
export { fakeApi, type FakeApi, type FakeAnswer } from './fake-api.js';
export { renderScreen } from './render-screen.js';
