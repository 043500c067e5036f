// Holds the place until the screen's code is there.
export { LoadingScreen as Component } from '@/app/LoadingScreen';
