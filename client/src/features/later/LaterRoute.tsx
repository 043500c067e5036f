// One screen for every route whose feature is not open yet.
export function Component() {
  return <main />;
}
