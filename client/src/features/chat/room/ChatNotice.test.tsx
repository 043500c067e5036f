import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { useRoomNotice } from '@/stores/room/roomNotice';
import { Modal } from '@/ui/Modal';
import { ChatNotice } from './ChatNotice';

it('is heard under a dialog', () => {
  // A dialog hides the page around it from screen readers, but for what names aria-live:
  // with a role alone, nothing of the room was said while a picture was looked at.
  useRoomNotice.setState({ notice: { tone: 'alert', text: 'The room is gone', key: 1 } });
  render(
    <>
      <h1>General</h1>
      <ChatNotice />
      <Modal open onOpenChange={() => {}} title="A picture">
        <p>Here</p>
      </Modal>
    </>,
  );
  expect(screen.queryByRole('heading', { name: 'General' })).toBeNull();
  expect(screen.getByRole('status')).toHaveTextContent('The room is gone');
});
