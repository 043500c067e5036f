// A part of the back office whose code could not be fetched.
import { act, render, screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { Part } from './Part';

const net = vi.hoisted(() => ({ up: false, modules: false, reloads: 0 }));

vi.mock('@/net/loadModule', async (original) => {
  const { ModuleError, ...rest } = await original<typeof import('@/net/loadModule')>();
  return {
    ...rest,
    ModuleError,
    loadModule: async () => {
      if (!net.modules) throw new ModuleError(false);
      return () => <p>The users</p>;
    },
    reloadPage: async () => {
      if (net.up) net.reloads++;
      return net.up;
    },
  };
});

const online = () => act(async () => void window.dispatchEvent(new Event('online')));

beforeEach(() => Object.assign(net, { up: false, modules: false, reloads: 0 }));

// A tab that was opened without a connection stood there as not loaded until somebody pressed.
it('comes by itself when the connection is back', async () => {
  render(<Part tab="users" />);
  expect(await screen.findByText(/This part could not be loaded/)).toBeVisible();
  await online();
  expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible();
  Object.assign(net, { up: true, modules: true });
  await online();
  expect(await screen.findByText('The users')).toBeVisible();
  expect(net.reloads).toBe(0);
});

it('reloads the page where the browser does not fetch a failed module again', async () => {
  render(<Part tab="audit" />);
  expect(await screen.findByText(/This part could not be loaded/)).toBeVisible();
  net.up = true;
  await online();
  expect(net.reloads).toBe(1);
});
