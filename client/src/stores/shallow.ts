// Selectors that build a new array or object each time compare it by its parts.
export { useShallow } from 'zustand/react/shallow';
