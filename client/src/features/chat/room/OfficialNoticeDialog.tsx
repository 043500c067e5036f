// The official notices to the member: one at a time, until it is read.
import { texts } from 'texts:chat/menus';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '@/net/api';
import { userStatusQuery } from '@/queries/people/me';
import { Button } from '@/ui/Button';
import { Modal } from '@/ui/Modal';
import type { Notice } from '@/wire/bodies.gen';

export default function OfficialNoticeDialog({ notices }: { notices: Notice[]; onClose: () => void }) {
  const client = useQueryClient();
  const [read, setRead] = useState<string[]>([]);
  const notice = notices.find((one) => !read.includes(one.id));
  const dismiss = useMutation({
    mutationFn: (id: string) => api.delete(`/chat/notices/${id}`),
    onSettled: () => client.invalidateQueries({ queryKey: userStatusQuery.queryKey }),
  });
  if (!notice) return null;
  const close = () => {
    setRead([...read, notice.id]);
    dismiss.mutate(notice.id);
  };
  return (
    <Modal
      key={notice.id}
      open
      onOpenChange={(open) => !open && close()}
      title={texts.notice[notice.kind]}
      description={notice.text}
      actions={
        <Button variant="primary" onClick={close}>
          {texts.noticeRead}
        </Button>
      }
    />
  );
}
