package http

import (
	"net/http"
	"reflect"
	"strconv"
	"strings"
	"time"

	"muster/actors/wire"
	"muster/http/body"
	"muster/store/roomlog"
)

// openAPI is an OpenAPI 3.1 document. Its maps are encoded with sorted keys, so the
// same routes always give the same bytes.
type openAPI map[string]any

type object = map[string]any

// newOpenAPI makes the document from the route table, the structs of http/body and the
// frames of actors/wire.
func newOpenAPI(routes []route) openAPI {
	schemas := &schemas{all: object{}}
	failure := object{"description": "The call failed", "content": jsonContent(schemas.of(reflect.TypeFor[body.Failure]()))}
	paths := object{}
	for _, r := range routes {
		if strings.HasPrefix(r.path, "/dev/") {
			continue
		}
		path, params := openAPIPath(r.path)
		for _, p := range queryParameters[r.method+" "+r.path] {
			params = append(params, p.openAPI())
		}
		at, known := paths[path].(object)
		if !known {
			at = object{}
			paths[path] = at
		}
		responses := object{"200": r.reply.openAPI(schemas), "default": failure}
		for status, value := range r.reply.others {
			responses[strconv.Itoa(status)] = object{
				"description": http.StatusText(status), "content": jsonContent(schemas.of(reflect.TypeOf(value))),
			}
		}
		operation := object{"operationId": operationID(r), "description": "Caller: " + r.who.name + ".", "responses": responses}
		if len(params) > 0 {
			operation["parameters"] = params
		}
		if r.who.scheme != "" {
			operation["security"] = []any{object{r.who.scheme: []any{}}}
		}
		if content := r.body.openAPI(schemas); content != nil {
			operation["requestBody"] = object{"content": content, "required": true}
		}
		at[strings.ToLower(r.method)] = operation
	}
	schemas.addFrames()
	return openAPI{
		"openapi": "3.1.0",
		"info":    object{"title": "Muster", "version": productVersion},
		"paths":   paths,
		"components": object{
			"schemas":         schemas.all,
			"securitySchemes": object{bearerScheme: object{"type": "http", "scheme": "bearer"}},
		},
	}
}

func jsonContent(schema object) object { return object{"application/json": object{"schema": schema}} }

func (p replyPolicy) openAPI(s *schemas) object {
	out := object{"description": "The call succeeded"}
	if p.kind == jsonReplyKind {
		out["content"] = jsonContent(s.of(reflect.TypeOf(p.value)))
	} else {
		out["content"] = object{p.media: object{}}
	}
	return out
}

func (p bodyPolicy) openAPI(s *schemas) object {
	switch p.kind {
	case noBodyKind:
		return nil
	case jsonBodyKind:
		return jsonContent(s.of(reflect.TypeOf(p.value)))
	}
	content := object{}
	for _, media := range p.types {
		content[media] = object{}
	}
	if len(content) == 0 {
		content["application/octet-stream"] = object{}
	}
	return content
}

// openAPIPath writes ":id" as "{id}" and lists the parameters.
func openAPIPath(path string) (string, []any) {
	var params []any
	parts := strings.Split(path, "/")
	for i, part := range parts {
		if name, found := strings.CutPrefix(part, ":"); found {
			parts[i] = "{" + name + "}"
			params = append(params, object{"name": name, "in": "path", "required": true, "schema": object{"type": "string"}})
		}
	}
	return strings.Join(parts, "/"), params
}

// queryParameter is one that a handler reads. The document calls none required: what a handler
// refuses a call for stands in its failures.
type queryParameter struct {
	name   string
	number bool
}

func (p queryParameter) openAPI() object {
	kind := "string"
	if p.number {
		kind = "integer"
	}
	return object{"name": p.name, "in": "query", "schema": object{"type": kind}}
}

// operationID names a call: "get_chat_room_roomId_access".
func operationID(r route) string {
	path := strings.NewReplacer("/", "_", ":", "", "-", "_", ".", "_").Replace(strings.TrimPrefix(r.path, "/api"))
	return strings.ToLower(r.method) + path
}

// schemas are the JSON schemas of Go structs, by name.
type schemas struct{ all object }

// enums are the values of fields with a ts tag, as in the generated TypeScript.
var enums = map[string][]any{
	"RoomRole":    {string(roomlog.RoomMember), string(roomlog.RoomModerator), string(roomlog.RoomAdmin)},
	"MessageKind": {string(roomlog.TextMessage), string(roomlog.GIFMessage), string(roomlog.ImageMessage), string(roomlog.VideoMessage), string(roomlog.VoiceMessage)},
}

// of is the schema of a type; that of a struct is a reference to its own entry.
func (s *schemas) of(t reflect.Type) object {
	switch {
	case t == reflect.TypeFor[time.Time]():
		return object{"type": "string", "format": "date-time"}
	case t == reflect.TypeFor[body.Dollars]():
		return object{"type": "number"}
	case t == reflect.TypeFor[openAPI]():
		return object{"type": "object"}
	}
	switch t.Kind() {
	case reflect.String:
		return object{"type": "string"}
	case reflect.Bool:
		return object{"type": "boolean"}
	case reflect.Float32, reflect.Float64:
		return object{"type": "number"}
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return object{"type": "integer"}
	case reflect.Slice, reflect.Array:
		return object{"type": "array", "items": s.of(t.Elem())}
	case reflect.Map:
		return object{"type": "object", "additionalProperties": s.of(t.Elem())}
	case reflect.Pointer:
		return object{"anyOf": []any{s.of(t.Elem()), object{"type": "null"}}}
	case reflect.Interface:
		return object{} // any value
	case reflect.Struct:
		name := schemaName(t)
		if _, known := s.all[name]; !known {
			s.all[name] = object{} // ends the recursion of a type that contains itself
			s.all[name] = s.fields(t, object{}, nil)
		}
		return object{"$ref": "#/components/schemas/" + name}
	}
	panic("http: no schema for " + t.String()) // a test builds the document
}

// schemaName is the name of a struct: that of a frame has a prefix.
func schemaName(t reflect.Type) string {
	if t.PkgPath() == reflect.TypeFor[wire.Connected]().PkgPath() {
		return "wire." + t.Name()
	}
	return t.Name()
}

// fields is the schema of a struct's fields as encoding/json writes them.
func (s *schemas) fields(t reflect.Type, properties object, required []any) object {
	required = s.addFields(t, properties, required)
	out := object{"type": "object", "properties": properties}
	if len(required) > 0 {
		out["required"] = required
	}
	return out
}

func (s *schemas) addFields(t reflect.Type, properties object, required []any) []any {
	for i := range t.NumField() {
		field := t.Field(i)
		name, options, _ := strings.Cut(field.Tag.Get("json"), ",")
		switch {
		case field.Anonymous && name == "":
			required = s.addFields(field.Type, properties, required)
			continue
		case !field.IsExported() || name == "-":
			continue
		case name == "":
			name = field.Name
		}
		optional := strings.Contains(options, "omitempty") || strings.Contains(options, "omitzero")
		of := field.Type
		if optional && of.Kind() == reflect.Pointer {
			of = of.Elem() // left out instead of null
		}
		properties[name] = s.field(of, field.Tag.Get("ts"))
		if !optional {
			required = append(required, name)
		}
	}
	return required
}

// field is the schema of a field whose values may be an enum's.
func (s *schemas) field(t reflect.Type, enum string) object {
	values, known := enums[enum]
	switch {
	case !known:
		return s.of(t)
	case t.Kind() == reflect.Pointer:
		return object{"enum": append(values[:len(values):len(values)], nil)}
	}
	return object{"type": "string", "enum": values}
}

// addFrames adds the frames of /ws/chat: each has a "type" besides its fields.
func (s *schemas) addFrames() {
	add := func(kind string, value any) object {
		t := reflect.TypeOf(value)
		schema := s.fields(t, object{"type": object{"const": kind}}, []any{"type"})
		s.all[schemaName(t)] = schema
		return object{"$ref": "#/components/schemas/" + schemaName(t)}
	}
	var in, out []any
	for _, frame := range wire.Incoming {
		in = append(in, add(frame.Type(), frame))
	}
	for _, frame := range wire.Outgoing {
		out = append(out, add(frame.Type(), frame))
	}
	s.all["wire.Incoming"] = object{"oneOf": in, "description": "A frame that a browser may send on /ws/chat."}
	s.all["wire.Outgoing"] = object{"oneOf": out, "description": "A frame that the server may send on /ws/chat."}
}

// productVersion is shown on the dashboard.
const productVersion = "2.0"
