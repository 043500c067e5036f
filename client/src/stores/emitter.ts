// Connects modules that announce an event with those that listen, whichever is loaded first.

/** An event of one kind. `on` returns a function that ends the listening; a listener added twice is called once. */
export function createEmitter<Value = void>() {
  const listeners = new Set<(value: Value) => void>();
  return {
    on(listener: (value: Value) => void): () => void {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    emit(value: Value) {
      for (const listener of listeners) listener(value);
    },
  };
}
