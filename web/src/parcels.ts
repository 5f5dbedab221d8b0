/** A long list in parcels that a server takes. */

/** At most `most` a parcel, and about `bytes` of text. */
export function parcels(texts: readonly string[], most: number, bytes: number): string[][] {
  const found: string[][] = [];
  let parcel: string[] = [];
  let size = 0;
  for (const text of texts) {
    if (parcel.length && (parcel.length >= most || size + text.length > bytes)) {
      found.push(parcel);
      parcel = [];
      size = 0;
    }
    parcel.push(text);
    size += text.length;
  }
  return parcel.length ? [...found, parcel] : found;
}
