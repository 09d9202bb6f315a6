/** Name of the desk's database within its data folder. */
export const deskFile = 'desk.db';
