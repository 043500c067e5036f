// What the dashboard says of the devices.
import { texts } from 'texts:dashboard';

/** How many devices are signed in. */
export const devicesWords = (count: number | undefined) =>
  count === undefined ? texts.devices : texts.devicesSignedIn({ count });
