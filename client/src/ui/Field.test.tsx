import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Field } from './Field';

it('has its error region on the page before there is an error, so that the words are said', () => {
  const { rerender } = render(<Field label="Name" />);
  const region = screen.getByRole('alert');
  expect(region).toBeEmptyDOMElement();
  rerender(<Field label="Name" error="Too short" />);
  expect(screen.getByRole('alert')).toBe(region);
  expect(region).toHaveTextContent('Too short');
  expect(screen.getByRole('textbox', { name: 'Name' })).toHaveAccessibleDescription('Too short');
});
