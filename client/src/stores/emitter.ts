// What happened, to whoever wants to hear of it. It does not matter who is loaded first.

/** An event of one kind. `on` returns how to stop hearing of it; the same listener hears it once. */
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
