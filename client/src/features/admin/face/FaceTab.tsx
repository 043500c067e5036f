// The face viewer: behind a password of its own, which is forgotten when the tab is left.
import { texts } from 'texts:admin/face';
import { useQueryClient } from '@tanstack/react-query';
import { Lock } from 'lucide-react';
import { useEffect, useState } from 'react';
import { faceViewerKey } from '@/queries/face/faceViewer';
import { dropFaceGrant, holdFaceGrant, useFaceGrant } from '@/stores/face/faceGrant';
import { Button } from '@/ui/Button';
import { useAddress } from '../address';
import { Enrolled } from './Enrolled';
import s from './Face.module.css';
import { PasswordModal } from './PasswordModal';

export function FaceTab() {
  const client = useQueryClient();
  const { go } = useAddress();
  const held = useFaceGrant((state) => state.held);
  const [why, setWhy] = useState<string | null>(null);

  // Left for another tab or screen. A reload comes back to the open viewer.
  useEffect(
    () => () => {
      dropFaceGrant();
      client.removeQueries({ queryKey: faceViewerKey });
    },
    [client],
  );

  function lock(reason: string | null) {
    setWhy(reason);
    dropFaceGrant();
    client.removeQueries({ queryKey: faceViewerKey });
  }

  if (!held) {
    return (
      <PasswordModal
        why={why}
        onOpen={({ grant, validUntil }) => holdFaceGrant({ grant, validUntil })}
        onClose={() => go({})}
      />
    );
  }
  return (
    <div className={s.tab}>
      <div className={s.bar}>
        <h2 className={s.title}>{texts.title}</h2>
        <Button icon={<Lock size={16} aria-hidden="true" />} onClick={() => lock(null)}>
          {texts.lock}
        </Button>
      </div>
      <Enrolled key={held.grant} grant={held.grant} onRefused={() => lock(texts.grantEnded)} />
    </div>
  );
}
