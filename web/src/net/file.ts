// A file of our own that a page cannot do without: a lost packet must not cost it.

const RETRY_AFTER = [300, 1000, 3000];

/** What a JSON file of the client says, by name. */
export async function words(
  address: string,
  pauses: readonly number[] = RETRY_AFTER,
): Promise<ReadonlyMap<string, string>> {
  try {
    const response = await fetch(address);
    if (!response.ok) throw new Error(`${address}: ${response.status}`);
    return new Map(Object.entries((await response.json()) as Record<string, string>));
  } catch (error) {
    const [pause, ...later] = pauses;
    if (pause === undefined) throw error;
    await new Promise((done) => setTimeout(done, pause));
    return words(address, later);
  }
}
