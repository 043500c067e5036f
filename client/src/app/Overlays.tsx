// Dialogs that any member screen can open, by the stores.

import { closeReport, useReport } from '@/stores/chat/report';
import { closeFaceRequired, useFaceRequired } from '@/stores/face/faceRequired';
import { closeProfile, useProfilePopup } from '@/stores/people/profilePopup';
import { closeSettings, useSettings } from '@/stores/people/settings';
import { onDemand } from '@/ui/onDemand';

const ProfilePopup = onDemand(() => import('@/features/people/profile/ProfilePopup'));
const ReportDialog = onDemand(() => import('@/features/chat/report/ReportDialog'));
const NotificationsSheet = onDemand(() => import('@/features/people/settings/NotificationsSheet'));
const ProfileSheet = onDemand(() => import('@/features/people/settings/ProfileSheet'));
const MyDataSheet = onDemand(() => import('@/features/people/mydata/MyDataSheet'));
const FaceRequired = onDemand(() => import('@/features/face/FaceRequired'));
const KeysSheet = onDemand(() => import('@/features/keys/KeysSheet'));
const IgnoredSheet = onDemand(() => import('@/features/people/settings/IgnoredSheet'));

export function Overlays() {
  const profile = useProfilePopup((popup) => popup.username !== null);
  const report = useReport((dialog) => dialog.subject !== null);
  const sheet = useSettings((settings) => settings.sheet);
  const faceRequired = useFaceRequired(({ asking }) => asking);
  return (
    <>
      {profile && <ProfilePopup onClose={closeProfile} />}
      {faceRequired && <FaceRequired onClose={closeFaceRequired} />}
      {report && <ReportDialog onClose={closeReport} />}
      {sheet === 'notifications' && <NotificationsSheet onClose={closeSettings} />}
      {sheet === 'profile' && <ProfileSheet onClose={closeSettings} />}
      {sheet === 'mydata' && <MyDataSheet onClose={closeSettings} />}
      {sheet === 'keys' && <KeysSheet onClose={closeSettings} />}
      {sheet === 'ignored' && <IgnoredSheet onClose={closeSettings} />}
    </>
  );
}
