// What is built is always for members: NODE_ENV of a shell, which is there for other programs,
// would make it a development build.
import type { Plugin } from 'vite';

export const production: Plugin = {
  name: 'production',
  config(_, { command }) {
    if (command === 'build') process.env.NODE_ENV = 'production';
  },
};
