// What any member screen can open over itself, told by the stores.
import { closeProfile, useProfilePopup } from '@/stores/profile';
import { onDemand } from '@/ui/onDemand';

const ProfilePopup = onDemand(() => import('@/features/profile/ProfilePopup'));

export function Overlays() {
  const profile = useProfilePopup((popup) => popup.username !== null);
  return profile && <ProfilePopup onClose={closeProfile} />;
}
