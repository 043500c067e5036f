// For selectors that build a new array or object each time: compares its elements.
export { useShallow } from 'zustand/react/shallow';
