// A member's picture, as the member's profile has it.
import { pictureBroken, pictureOf } from '@/stores/people/profilePictures';
import { Avatar, type AvatarProps } from '@/ui/Avatar';
import { useMember } from './useMember';

interface MemberAvatarProps extends Pick<AvatarProps, 'size' | 'className'> {
  username: string;
}

/** Decorative: the name stands beside it as text. */
export function MemberAvatar({ username, ...rest }: MemberAvatarProps) {
  const member = useMember(username);
  return (
    <Avatar name={username} src={pictureOf(member)} onBroken={() => pictureBroken(username)} {...rest} />
  );
}
