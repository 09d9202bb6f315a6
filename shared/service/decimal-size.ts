/** How many digits the shortest decimal text of a finite number has before and after its point (a leading zero not counted). */
export function decimalSize(value: number): { whole: number; places: number } {
  const [mantissa = '', exponent = '0'] = Math.abs(value).toString().split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  const shift = Number(exponent);
  return {
    whole: Math.max(0, (whole === '0' ? 0 : whole.length) + shift),
    places: Math.max(0, fraction.length - shift),
  };
}
