import { expect, it } from 'vitest';
import { gifAddress } from './gif';

const hosts = ['media.giphy.com', 'i.giphy.com', '/dev/gifs/'];

it.each([
  ['https://media.giphy.com/media/x/giphy.gif', 'https://media.giphy.com/media/x/giphy.gif'],
  [' https://I.Giphy.com/x.gif ', 'https://i.giphy.com/x.gif'],
  ['http://media.giphy.com/x.gif', null],
  ['https://media.giphy.com.evil.example/x.gif', null],
  ['https://evil.example/media.giphy.com', null],
  ['https://u@media.giphy.com/x.gif', null],
  ['https://media.giphy.com:444/x.gif', null],
  ['javascript:alert(1)', null],
  [`https://media.giphy.com/${'a'.repeat(500)}`, null],
  ['/dev/gifs/sunrise.gif', '/dev/gifs/sunrise.gif'],
  ['/dev/gifs/../outbox.gif', null],
  ['/dev/outbox', null],
  ['//media.giphy.com/x.gif', null],
  ['', null],
])('GIF link %j (CHAT-40)', (link, want) => {
  expect(gifAddress(link, hosts)).toBe(want);
});
