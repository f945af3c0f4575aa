// Elements without markup: text is only ever text.

type Attributes = Record<string, string | number | boolean | undefined>;

export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === true) node.setAttribute(name, '');
    else if (value !== undefined && value !== false) node.setAttribute(name, String(value));
  }
  node.append(...children);
  return node;
}

export function button(label: string, onclick: () => void, attributes: Attributes = {}): HTMLButtonElement {
  const node = element('button', { type: 'button', ...attributes }, label);
  node.addEventListener('click', onclick);
  return node;
}

/** The element of the page with this id. */
export function byId<T extends Element>(id: string, kind: new () => T): T {
  const node = document.getElementById(id);
  if (!(node instanceof kind)) throw new Error(`the page has no ${id}`);
  return node;
}

/** Control characters and marks of direction written out, as they could make a text look like another. */
export function visible(text: string): string {
  const escape = (c: string): string => `\\u{${(c.codePointAt(0) ?? 0).toString(16)}}`;
  return text.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, escape);
}

/** With a capital at the start. */
export function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

/** `1 cell`, `5 cells`. */
export function count(number: number, what: string): string {
  return `${number.toLocaleString('en')} ${what}${number === 1 ? '' : 's'}`;
}

export async function copy(text: string, said: (message: string) => void): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    said('Copied.');
  } catch {
    said('The browser does not let this page copy; use Download.');
  }
}

export function download(content: string | Blob, name: string): void {
  const blob = typeof content === 'string' ? new Blob([content], { type: 'text/plain' }) : content;
  const url = URL.createObjectURL(blob);
  element('a', { href: url, download: name }).click();
  URL.revokeObjectURL(url);
}
