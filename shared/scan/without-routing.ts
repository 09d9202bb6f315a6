/** US postal labels put the recipient's ZIP before the number: 420 and five or nine digits. */
export const removeRoutingZip = (text: string): string => /^420(?:\d{5}|\d{9})(9\d{19,21})$/.exec(text)?.[1] ?? text;
