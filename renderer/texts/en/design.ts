export const design = {
  title: 'Design',
  lead: 'One page of how Parcel Desk looks, drawn by the running code. Calm while all is well; what needs a person stands out by shape, word and colour together.',
  colour: 'Colour',
  colourLead:
    'One accent, for what can be done and where the focus is. Every other colour says a state. Light, dark and high contrast share the names.',
  type: 'Type',
  typeLead:
    'The fonts of the system, four sizes and a figure. Codes are in a fixed width; figures in columns have equal widths.',
  space: 'Space',
  spaceLead: 'Everything stands on a grid of 4 px. Controls are 32 px high, rows of lists 36 px.',
  states: 'States',
  statesLead: 'A closed shape is settled; an open one still moves. An octagon and a diamond want a person.',
  marks: 'Marks',
  marksLead: 'A mark stands beside the state and never alone.',
  controls: 'Controls',
  controlsLead: 'Each act shows its key. One strong button a screen: what Ctrl+Enter does.',
  fields: 'Fields',
  fieldsLead:
    'The words of the desk first, the name the service uses beside them. A problem is said at the field once it was left.',
  messages: 'Messages',
  messagesLead: 'One banner for what stops everything. Short news stays in a corner and never takes the focus.',
  lists: 'Lists',
  listsLead: 'Rows of one height; only those in sight exist, so that 100,000 scroll like 10.',
  sampleAccent: 'Accent',
  sampleText: 'Parcels entered through outages, delivered once.',
  sampleProblem: 'At most 20 characters; these are 24.',
};
